// Answers that a platform should not give, and might.
const nested = (levels: number, inside: string): string =>
  `${'{"a":['.repeat(levels / 2)}${inside}${']}'.repeat(levels / 2)}`

export const deep = nested(10_000, '"bottom"')
export const prototypeKeys =
  '{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}},"toString":"text","hasOwnProperty":1}'
export const markup = JSON.stringify({
  '<img src=x onerror=alert(1)>': '<script>alert(1)</script>',
  title: '</pre><b>bold</b>',
})
export const bigNumbers = '{"id":12345678901234567890,"rate":0.10,"exp":1e400,"twice":1,"twice":2}'

/** `{ data: { items: [...] }, requestId }` with so many charges. */
export function manyRows(count: number): string {
  const rows = Array.from(
    { length: count },
    (_, n) =>
      `{"id":"ch_${n}","status":"${n % 2 === 0 ? 'paid' : 'open'}","amount":${(n * 7919) % 1000},"customerId":"cus_${n % 9}","constructor":"c${n}","nested":{"a":1}}`,
  )
  return `{"data":{"items":[${rows.join(',')}],"total":${count}},"requestId":"req_1"}`
}
