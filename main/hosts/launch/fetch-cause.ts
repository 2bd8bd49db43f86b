// Loaded before the installer of Electron's runtime, which prints that a fetch failed and not why.
const plainFetch = globalThis.fetch

globalThis.fetch = async (input, init) => {
  try {
    return await plainFetch(input, init)
  } catch (error) {
    const { cause } = error as Error
    if (cause instanceof Error) process.stderr.write(`[cause]: ${cause.message || cause.name}\n`)
    throw error
  }
}

export {}
