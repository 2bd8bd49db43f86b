// `npm run dev:inspect`: `dev:web` with the backend under Node's inspector, on loopback.
import { devWeb } from './dev-web.ts'
import { main } from './exit.ts'

await main(() => devWeb(process.argv.slice(2), ['--inspect=127.0.0.1:9229']))
