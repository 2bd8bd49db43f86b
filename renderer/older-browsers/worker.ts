// The first import of a worker. It loads nothing on the way: a message that arrives while a module waits is lost.
import { addMissing } from './missing.ts'

addMissing()
