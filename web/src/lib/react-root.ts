import { createRoot } from 'react-dom/client'

// React DOM runs when a module of ours first imports it. This module is in its file, so it runs as soon as that
// arrives.
export { createRoot }
