// The first import of each page and worker. It loads nothing on the way: everything else would have to wait for it, and a message that
// arrives at a waiting worker is lost.
import { addMissing } from './missing.ts'

addMissing()
