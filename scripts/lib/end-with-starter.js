// Loaded into the parts of the product before they start: they end as on SIGTERM when scripts/start.js is gone.
import { whenParentIsGone } from './end-with-parent.js'

whenParentIsGone(() => process.kill(process.pid, 'SIGTERM'))
