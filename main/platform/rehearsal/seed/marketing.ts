import { record, type SeedPart } from './record.ts'

/** What the show writes to its audience, and to whom. */
export const marketing: SeedPart = ({ at }) => ({
  'marketing/contact': ['Ada', 'Ben', 'Dora', 'Hana', 'Ines', 'Jon'].map((firstName, place) =>
    record(`con_${place + 1}`, place === 5 ? 'unsubscribed' : 'subscribed', at(-160 + place * 12), {
      firstName,
      email: `viewer${place + 1}@example.com`,
      leadScore: 20 + place * 11,
      tags: place % 2 === 0 ? ['viewer', 'supporter'] : ['viewer'],
    }),
  ),
  'marketing/template': [
    record('tpl_1', 'active', at(-100), {
      workspaceId: 'wsp_1',
      name: 'Show tonight',
      description: 'Goes out on the morning of a show',
      category: 'announcement',
      subject: '{{showTitle}} is on tonight',
      previewText: 'Starts at {{startTime}}',
      htmlContent: '<h1>{{showTitle}}</h1><p>Hello {{firstName}}, we start at {{startTime}}.</p>',
      textContent: 'Hello {{firstName}}, {{showTitle}} starts at {{startTime}}.',
      variables: [
        { name: 'firstName', type: 'string', defaultValue: 'there' },
        { name: 'showTitle', type: 'string', defaultValue: 'Night show' },
        { name: 'startTime', type: 'string', defaultValue: '20:00' },
      ],
      tags: ['show', 'weekly'],
      fromName: 'Night show',
      fromEmail: 'show@example.com',
      replyTo: 'studio@example.com',
    }),
    record('tpl_2', 'draft', at(-3), {
      workspaceId: 'wsp_1',
      name: 'Thank you',
      category: 'follow-up',
      subject: 'Thank you, {{firstName}}',
      htmlContent: '<p>Thank you for watching, {{firstName}}.</p>',
      textContent: 'Thank you for watching, {{firstName}}.',
      variables: [{ name: 'firstName', type: 'string', defaultValue: 'there' }],
      tags: ['show'],
      fromName: 'Night show',
      fromEmail: 'show@example.com',
      replyTo: 'studio@example.com',
    }),
  ],
  'marketing/campaign': [
    record('cmp_1', 'sent', at(-8), {
      name: 'Night show 47',
      templateId: 'tpl_1',
      segmentId: 'seg_1',
      recipients: 412,
      opened: 230,
      clicked: 64,
    }),
    record('cmp_2', 'scheduled', at(-1), {
      name: 'Night show 48',
      templateId: 'tpl_1',
      segmentId: 'seg_1',
      scheduledFor: at(1, '08:00'),
    }),
  ],
  'marketing/segment': [
    record('seg_1', 'active', at(-140), { name: 'Everyone who watches', contacts: 412 }),
    record('seg_2', 'active', at(-60), { name: 'Supporters', contacts: 57, rule: { tag: 'supporter' } }),
  ],
  'marketing/automation': [
    record('auto_1', 'active', at(-90), { name: 'Welcome', trigger: 'contact_created', templateId: 'tpl_1' }),
    record('auto_2', 'paused', at(-50), { name: 'Come back', trigger: 'inactive_30_days', templateId: 'tpl_2' }),
  ],
  'marketing/emailSequence': [
    record('seq_1', 'active', at(-85), {
      name: 'First three evenings',
      steps: [
        { day: 0, templateId: 'tpl_1' },
        { day: 7, templateId: 'tpl_2' },
      ],
    }),
  ],
  'marketing/integration': [record('int_1', 'connected', at(-70), { name: 'Studio calendar', kind: 'calendar' })],
  'marketing/leadScore': [record('scr_1', 'current', at(-5), { contactId: 'con_1', score: 20 })],
})
