// The built page as a list of files that is read once. A request is a look-up in it and never a path on the disk.
// Contents are read at first use and kept.
import { createHash } from 'node:crypto'
import { readFileSync, readdirSync } from 'node:fs'
import { extname, join } from 'node:path'

const types: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.jpg': 'image/jpeg',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.wasm': 'application/wasm',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
}

interface WebFile {
  body: Buffer<ArrayBuffer>
  type: string
  etag: string
  /** Files under `/assets/` have a hash in their name and never change. */
  cache: string
}

export type Manifest = ReturnType<typeof createManifest>

/** Links and files of unknown type are left out. Throws where the folder can't be read. */
export function createManifest(folder: string) {
  const files = new Map(list(folder, '').map((path) => [encodeURI(path), join(folder, path)]))
  const read = new Map<string, WebFile>()

  function load(pathname: string): WebFile | undefined {
    const file = files.get(pathname)
    if (file === undefined) return undefined
    const body = readWhole(file)
    if (body === undefined) return undefined
    const entry = {
      body,
      type: types[extname(file)] ?? 'application/octet-stream',
      etag: `"${createHash('sha256').update(body).digest('base64url')}"`,
      cache: pathname.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache',
    }
    read.set(pathname, entry)
    return entry
  }

  return {
    /** `/` is the page, and a folder its first page. */
    get(pathname: string): WebFile | undefined {
      const key = pathname.endsWith('/') ? `${pathname}index.html` : pathname
      return read.get(key) ?? load(key)
    },
    paths: (): string[] => [...files.keys()],
  }
}

/** A build that runs meanwhile removes files; the open desk goes on. */
function readWhole(file: string): Buffer<ArrayBuffer> | undefined {
  try {
    return readFileSync(file)
  } catch {
    return undefined
  }
}

function list(folder: string, under: string): string[] {
  return readdirSync(join(folder, under), { withFileTypes: true }).flatMap((entry) => {
    const path = `${under}/${entry.name}`
    if (entry.isDirectory()) return list(folder, path)
    return entry.isFile() && extname(entry.name) in types ? [path] : []
  })
}
