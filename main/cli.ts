#!/usr/bin/env node
// The command line: `bin` of package.json.
import { enableCompileCache } from 'node:module'
import { resolve } from 'node:path'

enableCompileCache()
const { runCli } = await import('./hosts/cli/run.ts')
const { processTerminal } = await import('./hosts/cli/terminal.ts')

const args = process.argv.slice(2)
const ended = new AbortController()
// What stays ends cleanly; the desk itself has its own handlers.
if (args[0] === 'watch' || args[0] === 'mcp')
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => ended.abort())
const code = await runCli(args, {
  terminal: processTerminal(),
  renderer: resolve(import.meta.dirname, '../renderer'),
  env: process.env,
  signal: ended.signal,
})
if (code !== undefined) process.exitCode = code
