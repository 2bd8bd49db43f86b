import { benchAnswer } from './answer.ts'
console.log(await benchAnswer())
