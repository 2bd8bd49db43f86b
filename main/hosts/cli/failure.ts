/** 0: done; 1: refused by the desk; 2: wrong usage; 3: the desk could not be reached. */
export type ExitCode = 0 | 1 | 2 | 3

/** Ends the program with one sentence on stderr, and with how it is used where `usage` is set. */
export class Failure extends Error {
  readonly exitCode: ExitCode
  readonly usage: boolean

  constructor(exitCode: ExitCode, message: string, usage = false) {
    super(message)
    this.name = 'Failure'
    this.exitCode = exitCode
    this.usage = usage
  }
}
