import { email, inGroup, list, record, text } from './fields.ts'

const variable = record({
  name: text({ label: 'Name', hint: 'As it stands between double braces.' }),
  type: text({ label: 'Type', hint: 'What kind of value it takes, such as text.' }),
  defaultValue: text({ label: 'Default value', hint: 'Stands in where no value is given.' }),
})

/** Creation of a marketing template (specification, section 2.5). */
export const templateCreate = record({
  ...inGroup('template', {
    workspaceId: text({ label: 'Workspace', hint: 'Identifier of the workspace that keeps the template.' }),
    name: text({ label: 'Name', hint: 'What the template is called in lists.' }),
    description: text({ label: 'Description', hint: 'What the template is for.' }),
    category: text({ label: 'Category', hint: 'Sorts templates of one kind together.' }),
    tags: list(text({ label: 'Tag' }), { label: 'Tags', hint: 'Words to find the template by.', control: 'tags' }),
  }),
  ...inGroup('sender', {
    fromName: text({ label: 'Sender name', hint: 'The name that readers see first.' }),
    fromEmail: email({ label: 'Sender address', hint: 'The address that the message comes from.' }),
    replyTo: email({ label: 'Reply address', hint: 'Where answers go.' }),
  }),
  ...inGroup('content', {
    subject: text({ label: 'Subject', hint: 'May hold placeholders such as {{firstName}}.' }),
    previewText: text({ label: 'Preview text', hint: 'Shown beside the subject in an inbox.' }),
    htmlContent: text({ label: 'HTML content', hint: 'May hold placeholders such as {{firstName}}.', control: 'html' }),
    textContent: text({
      label: 'Plain text content',
      hint: 'For readers without HTML; may hold the same placeholders.',
      control: 'multiline',
    }),
    variables: list(variable, { label: 'Variables', hint: 'One row for each placeholder.' }),
  }),
})
