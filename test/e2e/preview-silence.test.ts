// What the template preview shows, in a real Chromium, beside listening sockets that count who connects: nobody may.
import { createServer as createHttp } from 'node:http'
import { createServer, type AddressInfo, type Server } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { securityHeaders } from '../../main/hosts/web/policy.ts'
import { withoutRemote } from '../../renderer/views/templates/model/remote.ts'
import { previewDocument } from '../../renderer/views/templates/model/preview/preview-document.ts'
import { launchAsPerson } from '../support/browser.ts'

const preconnect = (at: string): string => `<link rel=preconnect href="${at}">`

/** Messages that would have the browser connect to `at`. */
const vectors: Record<string, (at: string) => string> = {
  "svg left by a paragraph's end, link": (at) => `<svg></p><style><!--</style>${preconnect(at)}`,
  "svg left by a paragraph's end, iframe": (at) => `<svg></p><style><!--</style><iframe src="${at}"></iframe>`,
  'svg left by a break': (at) => `<svg></br><style><!--</style>${preconnect(at)}`,
  'svg left by a paragraph': (at) => `<svg><p><style><!--</style>${preconnect(at)}`,
  'svg left by a font colour': (at) => `<svg><font color=red><style><!--</style>${preconnect(at)}`,
  "math left by a paragraph's end": (at) => `<math></p><style><!--</style>${preconnect(at)}`,
  'math text': (at) => `<math><mtext><style><!--</style>${preconnect(at)}`,
  'math glyph': (at) => `<math><mtext><mglyph><style><!--</style>${preconnect(at)}`,
  'math annotation': (at) => `<math><annotation-xml encoding="text/html"><style><!--</style>${preconnect(at)}`,
  'foreign object': (at) => `<svg><foreignObject><style><!--</style>${preconnect(at)}`,
  'svg description': (at) => `<svg><desc><style><!--</style>${preconnect(at)}`,
  'svg title': (at) => `<svg><title><style><!--</style>${preconnect(at)}`,
  'svg style': (at) => `<svg><style><a title="</style>${preconnect(at)}">`,
  'svg cdata': (at) => `<svg><![CDATA[<style>]]></svg><!--</style>-->${preconnect(at)}`,
  'noscript in head': (at) => `<head><noscript><style><!--</style>${preconnect(at)}`,
  'noscript in body': (at) => `<body><noscript><p title="</noscript>${preconnect(at)}">${preconnect(at)}</noscript>`,
  template: (at) => `<template><style></template><!--</style>${preconnect(at)}`,
  'template with a shadow': (at) => `<div><template shadowrootmode=open>${preconnect(at)}</template></div>`,
  'select and style': (at) => `<select><style><!--</style>${preconnect(at)}</select>`,
  'select and text area': (at) => `<select><textarea><!--</textarea>${preconnect(at)}</select>`,
  'select and title': (at) => `<select><option><title><p id="</title>${preconnect(at)}">`,
  'select and iframe': (at) => `<select><iframe src="${at}"></iframe></select>`,
  frameset: (at) => `<frameset><frame src="${at}"></frameset>`,
  base: (at) => `<base href="${at}"><img src="x.png"><link rel=preconnect href="/">`,
  'meta refresh': (at) => `<meta http-equiv=refresh content="0;url=${at}">`,
  'meta link header': (at) => `<meta http-equiv=link content="<${at}>; rel=preconnect">`,
  preconnect: preconnect,
  'preconnect written twice': (at) =>
    `<link rel=preconnect href="#" href="${at}"><link rel=x rel=preconnect href="${at}">`,
  'preconnect with an odd spelling': (at) => `<LiNk/rel=PRECONNECT/href='${at}' crossorigin>`,
  'dns-prefetch': (at) => `<link rel=dns-prefetch href="${at}">`,
  prefetch: (at) => `<link rel=prefetch href="${at}"><link rel=prerender href="${at}">`,
  preload: (at) =>
    `<link rel=preload as=image href="${at}" imagesrcset="${at} 1x"><link rel="preload" as="font" crossorigin href="${at}">`,
  modulepreload: (at) => `<link rel=modulepreload href="${at}/a.js">`,
  'stylesheet, icon, manifest': (at) =>
    `<link rel=stylesheet href="${at}/a.css"><link rel=icon href="${at}/i.ico"><link rel=manifest href="${at}/m.json">`,
  'link in the body of a table': (at) => `<table><tr>${preconnect(at)}<td>x</table>`,
  'svg link': (at) => `<svg><link rel=preconnect href="${at}"/></svg>`,
  'link behind script text': (at) => `<script>"</template>${preconnect(at)}"</script>`,
  script: (at) =>
    `<script src="${at}/a.js"></script><script>fetch(${JSON.stringify(at)})</script><svg><script href="${at}/b.js"/></svg>`,
  'speculation rules': (at) =>
    `<script type=speculationrules>{"prefetch":[{"source":"list","urls":["${at}/"]}]}</script>`,
  srcdoc: (at) => `<iframe srcdoc='${preconnect(at)}<img src="${at}">'></iframe>`,
  iframe: (at) => `<iframe src="${at}"></iframe><iframe src="${at}" loading=lazy></iframe>`,
  'iframe of data': (at) => `<iframe src='data:text/html,${encodeURIComponent(preconnect(at))}'></iframe>`,
  object: (at) =>
    `<object data="${at}"></object><object type="text/html" data="${at}"><param name=src value="${at}"></object>`,
  embed: (at) => `<embed src="${at}"><embed type="text/html" src="${at}">`,
  'object of data': (at) =>
    `<object data='data:text/html,${encodeURIComponent(preconnect(at))}'></object><embed src='data:text/html,${encodeURIComponent(preconnect(at))}'>`,
  'video poster': (at) =>
    `<video poster="${at}/p.png" src="${at}/v.mp4" autoplay><source src="${at}/v.webm"><track src="${at}/t.vtt" default></video><audio src="${at}/a.mp3" preload=auto></audio>`,
  pictures: (at) =>
    `<img src="${at}/a.png" srcset="${at}/a.png 2x" lowsrc="${at}/l.png"><picture><source srcset="${at}/s.png"><img></picture><input type=image src="${at}/i.png"><body background="${at}/b.png"><table background="${at}/t.png">`,
  'picture with a report': (at) =>
    `<img attributionsrc="${at}" src="data:image/gif;base64,R0lGODlhAQABAAAAACw="><a attributionsrc="${at}" ping="${at}" href="${at}">x</a>`,
  'svg pictures': (at) =>
    `<svg><image href="${at}/a.png"/><image xlink:href="${at}/b.png"/><use href="${at}/c.svg#a"/><feImage href="${at}/d.png"/><rect fill="url(${at}/e.svg#a)" filter="url(${at}/f.svg#a)"/></svg>`,
  'svg animation': (at) =>
    `<svg><image href="#"><set attributeName=href to="${at}/a.png"/><animate attributeName="xlink:href" values="${at}/b.png"/></image></svg>`,
  'css url': (at) =>
    `<style>body{background:url(${at}/a.png)}@font-face{font-family:f;src:url("${at}/f.woff2")}p{font-family:f;cursor:url(${at}/c.cur),auto;list-style:url(${at}/l.png)}</style><p style="background:url('${at}/b.png')">x</p>`,
  'css import': (at) => `<style>@import url(${at}/a.css);@import "${at}/b.css";@\\69mport "${at}/c.css";</style>`,
  'css escapes': (at) =>
    `<p style="background:\\75rl(${at}/a.png)">x</p><style>p{background:u\\72l("${at}/b.png")}</style>`,
  'image-set': (at) =>
    `<style>p{background-image:image-set("${at}/a.png" 1x, url(${at}/b.png) 2x);border-image:-webkit-image-set(url(${at}/c.png) 1x)}</style><p>x</p>`,
  'comment that ends early': (at) => `<!--><style>-->${preconnect(at)}</style><!-- --!>${preconnect(at)}`,
  'conditional comment': (at) => `<!--[if !mso]><!-->${preconnect(at)}<!--<![endif]-->`,
  'before the doctype': (at) => `<!-- a -->${preconnect(at)}<!doctype html>`,
  'raw text elements': (at) =>
    `<xmp><p id="</xmp>${preconnect(at)}">x</xmp><noembed>${preconnect(at)}</noembed><noframes></noframes>${preconnect(at)}`,
  'plaintext in svg': (at) => `<svg><plaintext></svg>${preconnect(at)}`,
  'textarea in svg': (at) => `<svg><textarea></svg>${preconnect(at)}<svg><title><textarea></svg>${preconnect(at)}`,
  'second body': (at) => `<body><p>x</p><body background="${at}/b.png"><html manifest="${at}/m">`,
  'nested forms and tables': (at) => `<form><table><form><svg></table></form><style><!--</style>${preconnect(at)}`,
}

let browser: Awaited<ReturnType<typeof launchAsPerson>>
const listening: Server[] = []

/** A port that counts its connections and says nothing. */
async function listen(): Promise<{ at: string; count: () => number }> {
  let count = 0
  const server = createServer((socket) => {
    count += 1
    socket.on('error', () => undefined)
    socket.end('HTTP/1.1 204 No Content\r\nConnection: close\r\n\r\n')
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  listening.push(server)
  return { at: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, count: () => count }
}

/** Shows documents as the preview does, one after the other, in the desk's own page with its policy. */
async function show(documents: readonly string[]): Promise<void> {
  const host = createHttp((_, response) => {
    response.writeHead(200, { ...securityHeaders({ connect: [] }), 'Content-Type': 'text/html' })
    response.end('<!doctype html><iframe sandbox=""></iframe>')
  })
  await new Promise<void>((done) => host.listen(0, '127.0.0.1', done))
  listening.push(host)
  const page = await browser.context.newPage()
  await page.goto(`http://127.0.0.1:${(host.address() as AddressInfo).port}/`)
  for (const text of documents) {
    await page.locator('iframe').evaluate(
      (frame, srcdoc) =>
        new Promise<void>((done) => {
          frame.addEventListener('load', () => setTimeout(done, 60), { once: true })
          ;(frame as HTMLIFrameElement).srcdoc = srcdoc
        }),
      text,
    )
  }
  // A speculative connection is opened after the load.
  await page.waitForTimeout(1_500)
  await page.close()
}

beforeAll(async () => void (browser = await launchAsPerson()))
afterAll(async () => {
  await browser.close()
  for (const server of listening) server.close()
})

// Catches a template that tells its author's host when somebody reads it. Without what takes the addresses out, the same sockets hear of it.
test('no message connects to anyone, and the sockets do hear', async () => {
  const look = { dark: false, images: true }
  const heard = await listen()
  await show([previewDocument(preconnect(heard.at), look)])
  expect(heard.count()).toBeGreaterThan(0)

  const cases = await Promise.all(
    Object.entries(vectors).map(async ([name, write]) => ({ name, write, ...(await listen()) })),
  )
  await show(cases.map(({ write, at }) => previewDocument(withoutRemote(write(at)), look)))
  expect(cases.filter(({ count }) => count() > 0).map(({ name }) => name)).toEqual([])
})
