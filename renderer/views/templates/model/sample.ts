// A template to begin from: an announcement of a show, with variables and their defaults.
import type { Template } from './types.ts'

/** Its words are those of an e-mail, and stay as they are in every language of the page. */
export const sampleTemplate: Partial<Template> = {
  name: 'Tonight on air',
  description: 'Announces a show on the day it is on.',
  category: 'Announcements',
  subject: 'Tonight: {{show}}',
  previewText: 'We are on air at {{time}}.',
  htmlContent: `<!doctype html>
<html lang="en">
  <body>
    <p>Hello {{name}},</p>
    <p>Tonight at {{time}} we are on air with <strong>{{show}}</strong>.</p>
    <p><a href="{{link}}">Watch the show</a></p>
  </body>
</html>
`,
  textContent: `Hello {{name}},

Tonight at {{time}} we are on air with {{show}}.

Watch the show: {{link}}
`,
  variables: [
    { name: 'name', type: 'string', defaultValue: 'friend' },
    { name: 'show', type: 'string', defaultValue: 'Night show' },
    { name: 'time', type: 'string', defaultValue: '20:45' },
    { name: 'link', type: 'string', defaultValue: 'https://example.com/watch' },
  ],
}
