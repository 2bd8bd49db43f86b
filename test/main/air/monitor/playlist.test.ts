import { expect, test } from 'vitest'
import { isPlaylist, rewritePlaylist, type Kind } from '../../../../main/air/monitor/playlist.ts'

const base = new URL('https://video.example/live/main.m3u8?token=abc')

function rewrite(text: string) {
  const named: Array<[string, Kind]> = []
  const out = rewritePlaylist(text, base, (address, kind) => {
    named.push([address, kind])
    return `/monitor/${named.length}`
  })
  return { out, named }
}

// Catches a variant that is passed on as bytes, whose segments the page would then ask for at their own host.
test('variants, renditions and trick play are playlists', () => {
  const { out, named } = rewrite(
    [
      '#EXTM3U',
      '#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",NAME="Main",URI="audio/main.m3u8"',
      '#EXT-X-STREAM-INF:BANDWIDTH=1280000,AUDIO="a"',
      '720.m3u8',
      '#EXT-X-I-FRAME-STREAM-INF:BANDWIDTH=86000,URI="https://other.example/iframes.m3u8"',
    ].join('\r\n'),
  )
  expect(named).toEqual([
    ['https://video.example/live/audio/main.m3u8', 'playlist'],
    ['https://video.example/live/720.m3u8', 'playlist'],
    ['https://other.example/iframes.m3u8', 'playlist'],
  ])
  expect(out.split('\n')).toEqual([
    '#EXTM3U',
    '#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",NAME="Main",URI="/monitor/1"',
    '#EXT-X-STREAM-INF:BANDWIDTH=1280000,AUDIO="a"',
    '/monitor/2',
    '#EXT-X-I-FRAME-STREAM-INF:BANDWIDTH=86000,URI="/monitor/3"',
  ])
})

// Catches an address that stays in the playlist: of a key, a map, a part, a hint, or with a token in it.
test('no address of the playlist is left in it', () => {
  const { out, named } = rewrite(
    [
      '\uFEFF#EXTM3U',
      '#EXT-X-TARGETDURATION:2',
      '#EXT-X-MAP:URI="init.mp4",BYTERANGE="720@0"',
      '#EXT-X-KEY:METHOD=AES-128,URI="https://keys.example/k?id=1",IV=0x1',
      '#EXT-X-PROGRAM-DATE-TIME:2026-11-24T20:00:00.000Z',
      '#EXTINF:2,a title with https://noise.example/',
      'seg-1.m4s?token=abc#part',
      '#EXT-X-PART:DURATION=0.3,URI="part-1.m4s"',
      '#EXT-X-PRELOAD-HINT:TYPE=PART,URI="part-2.m4s"',
      '#EXT-X-RENDITION-REPORT:URI="../audio.m3u8",LAST-MSN=1',
      '#EXT-X-SESSION-DATA:DATA-ID="x",URI="https://data.example/x.json"',
      '#EXT-X-CONTENT-STEERING:SERVER-URI="https://steer.example/"',
      '# a comment about https://comment.example/',
    ].join('\n'),
  )
  expect(named).toEqual([
    ['https://video.example/live/init.mp4', 'media'],
    ['https://keys.example/k?id=1', 'media'],
    ['https://video.example/live/seg-1.m4s?token=abc', 'media'],
    ['https://video.example/live/part-1.m4s', 'media'],
    ['https://video.example/live/part-2.m4s', 'media'],
    ['https://video.example/audio.m3u8', 'playlist'],
  ])
  expect(out).not.toMatch(/https?:|token/)
  expect(out).toContain('#EXT-X-PROGRAM-DATE-TIME:2026-11-24T20:00:00.000Z')
})

// Catches a playlist that leads the page to a file, a script or data of its own.
test.each([
  'file:///etc/passwd',
  'javascript:alert(1)',
  'data:text/plain,x',
  'blob:https://a/b',
  'http://[',
  'skd://x',
])('%s is left out', (address) => {
  const { out, named } = rewrite(`#EXTM3U\n#EXTINF:2,\n${address}\n#EXT-X-KEY:METHOD=AES-128,URI="${address}"\n`)
  expect(named).toEqual([])
  expect(out).not.toContain(address)
})

// Catches a page of an error, or an empty answer, that is taken for a playlist.
test('only what begins as one is a playlist', () => {
  expect(['#EXTM3U', '#EXTM3U\n#EXTINF:2,', '\uFEFF#EXTM3U\r\n'].map(isPlaylist)).toEqual([true, true, true])
  expect(['', '<!doctype html>', ' #EXTM3U', '#EXTM3U8', '#EXTINF:2,'].map(isPlaylist)).toEqual(Array(5).fill(false))
})
