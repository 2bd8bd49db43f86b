// The bare contender as a process: axios with keep-alive, every operation once, in turn.
import { Agent } from 'node:http'
import axios from 'axios'
import { readOperations, sample } from './support.ts'

const baseURL = process.argv[2] ?? ''
const client = axios.create({
  baseURL,
  httpAgent: new Agent({ keepAlive: true }),
  maxRedirects: 0,
  proxy: false,
  headers: { 'X-Service-API-Key': 'bench' },
})
for (const operation of readOperations()) {
  const { url, body } = sample(operation)
  await client.request({ method: operation.method, url, ...(body === undefined ? {} : { data: body }) })
}
process.exit(0)
