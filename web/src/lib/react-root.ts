import { createRoot } from 'react-dom/client'

// React DOM's package runs when it is first imported by a module of ours. This one is in its file, so it runs when that arrives.
export { createRoot }
