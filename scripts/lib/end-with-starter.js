// Loaded into each part of the product before it starts: the part ends as on SIGTERM once scripts/start.js is gone.
import { whenParentIsGone } from './end-with-parent.js'

whenParentIsGone(() => process.kill(process.pid, 'SIGTERM'))
