import type { Analysis, Problem, Template } from '../../../renderer/views/templates/model/types.ts'

export const template = (change: Partial<Template> = {}): Template => ({
  workspaceId: '',
  name: 'Reminder',
  description: '',
  category: '',
  subject: 'Tonight, {{firstName}}',
  htmlContent: '<p>Hello {{firstName}}</p>\n<p>Bring {{guest}}</p>\n',
  textContent: '',
  variables: [{ name: 'firstName', type: 'text', defaultValue: 'friend' }],
  tags: [],
  previewText: '',
  fromName: '',
  fromEmail: '',
  replyTo: '',
  ...change,
})

export const analysis = (change: Partial<Analysis> = {}): Analysis => ({
  generation: 1,
  hash: '1a2b3c4d',
  problems: [],
  rendered: { html: '<p>Hello friend</p>', text: '', subject: 'Tonight, friend', previewText: '' },
  links: [],
  unknown: [],
  ...change,
})

export const unknownGuest: Problem = {
  code: 'unknown_placeholder',
  level: 'warning',
  field: 'htmlContent',
  from: 36,
  to: 45,
  line: 2,
  column: 10,
  values: { name: 'guest' },
  fixes: [
    {
      id: 'use_name',
      values: { name: 'firstName' },
      edits: [{ field: 'htmlContent', from: 36, to: 45, insert: '{{firstName}}' }],
    },
  ],
}
