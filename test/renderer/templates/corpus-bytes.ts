// Files whose bytes matter, as base64, so that no tool changes them on its way: other character sets, marks, wrong labels.
export const encoded: Record<string, string> = {
  'windows-1252.html':
    'PGh0bWw+PGhlYWQ+PG1ldGEgaHR0cC1lcXVpdj0iQ29udGVudC1UeXBlIiBjb250ZW50PSJ0ZXh0L2h0bWw7IGNoYXJzZXQ9d2luZG93cy0xMjUyIj48dGl0bGU+Q2Fm6TwvdGl0bGU+PC9oZWFkPg0KPGJvZHk+PHA+R3L832UsIHt7Zmlyc3ROYW1lfX0gliCTdG9uaWdodJQgY29zdHMgNSCAhTwvcD48cD48YSBocmVmPSJ7e3Vuc3Vic2NyaWJlVXJsfX0iPlVuc3Vic2NyaWJlPC9hPjwvcD48L2JvZHk+PC9odG1sPg0K',
  'latin-1-label.html':
    'PG1ldGEgY2hhcnNldD1JU08tODg1OS0xPjxwPkVsIGHxbyBxdWUgdmllbmUsIHNl8W9yYSB7e2xhc3ROYW1lfX06IL92aWVuZXM/PC9wPgo=',
  'no-label-1252.html': 'PHA+RGFzIGdy/G5lIENhZukg9mZmbmV0IHVtIHt7dGltZX19LjwvcD4K',
  'no-label-1251.txt':
    'z/Do4uXyLCB7e2ZpcnN0TmFtZX19ISDR5ePu5O3/IOLl9+Xw7uwg7Psg6OPw4OXsIO3u4vvlIO/l8e3oLiDP8Oj17uTo8uUsIOHz5OXyIOLl8eXr7i4K',
  'shift-jis.html':
    'PGh0bWw+PGhlYWQ+PE1FVEEgSFRUUC1FUVVJVj0iY29udGVudC10eXBlIiBDT05URU5UPSJ0ZXh0L2h0bWw7IGNoYXJzZXQ9U2hpZnRfSklTIj48dGl0bGU+jaGW6TwvdGl0bGU+PC9oZWFkPjxib2R5PjxwPnt7bGFzdE5hbWV9fZdsgUGNoZbpgsyV+pGXgs2L446egsWCt4FClVyOpoNcgVuUXDwvcD48L2JvZHk+PC9odG1sPg0K',
  'no-label-shift-jis.html': 'PHA+grGC8YLOgvGCzYFBe3tsYXN0TmFtZX19grOC8YFCgquC5YKkgsyDgYFbg4uCxYK3gUKDfINYg16BWzwvcD4K',
  'iso-2022-jp.html': 'PG1ldGEgY2hhcnNldD0iaXNvLTIwMjItanAiPjxwPhskQjojTGskTkp8QXckTzZlO34kRyQ5ISMbKEI8L3A+Cg==',
  'gb18030.html': 'PG1ldGEgY2hhcnNldD0iZ2IyMzEyIj48cD698c3tvsW149axsqWjrHt7Zmlyc3ROYW1lfX2jrLK7vPuyu8mioaM8L3A+Cg==',
  'utf-16.html': '//48AHAAPgBHAHIA/ADfAGUAIAA92ADeIAB7AHsAZgBpAHIAcwB0AE4AYQBtAGUAfQB9ADwALwBwAD4ADQAKAA==',
  'utf-16-big.txt': '/v8ARwByAPwA3wBlACDYPd4AACAAewB7AGYAaQByAHMAdABOAGEAbQBlAH0AfQAK',
  'wrong-label.html':
    'PGhlYWQ+PG1ldGEgY2hhcnNldD0id2luZG93cy0xMjUyIj48bWV0YSBodHRwLWVxdWl2PSJDb250ZW50LVR5cGUiIGNvbnRlbnQ9InRleHQvaHRtbDsgY2hhcnNldD1JU08tODg1OS0xIj48L2hlYWQ+PHA+Y2Fmw6kg4oCcceKAnSDigqwg8J+YgCB7e2ZpcnN0TmFtZX19PC9wPgo=',
  'unknown-label.html': 'PG1ldGEgY2hhcnNldD0ieC1sYW1wIj48cD5jYWbDqSB7e2ZpcnN0TmFtZX19PC9wPgo=',
  'mark.html': '77u/PCFkb2N0eXBlIGh0bWw+DQo8cD5HcsO8w59lIHt7Zmlyc3ROYW1lfX08L3A+',
  'mark-wrong-label.html': '77u/PG1ldGEgY2hhcnNldD0ic2hpZnRfamlzIj48cD5HcsO8w59lPC9wPg==',
}
