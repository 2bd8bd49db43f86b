import { HighlightStyle, syntaxHighlighting } from '@codemirror/language'
import { tags } from '@lezer/highlight'
import { EditorView } from '@codemirror/view'

const colours = HighlightStyle.define([
  { tag: [tags.tagName, tags.angleBracket], color: 'var(--ui-info)' },
  { tag: [tags.attributeName, tags.propertyName], color: 'var(--ui-secondary)' },
  { tag: [tags.attributeValue, tags.string], color: 'var(--ui-success)' },
  { tag: [tags.number, tags.color, tags.unit, tags.keyword, tags.character], color: 'var(--ui-warning)' },
  {
    tag: [tags.comment, tags.documentMeta, tags.processingInstruction],
    color: 'var(--ui-text-dimmed)',
    fontStyle: 'italic',
  },
])

const theme = EditorView.theme({
  '&': { height: '100%', fontSize: 'var(--font-size-small)', color: 'var(--ui-text)', backgroundColor: 'var(--ui-bg)' },
  // Lines are measured as soon as they are inserted, so no transition may still change their size.
  '&, & *': { transitionProperty: 'none !important' },
  // Above the gutters, so that all four sides are visible.
  '&.cm-focused': { outline: 'none' },
  '&.cm-focused::after': {
    content: '""',
    position: 'absolute',
    inset: '0',
    border: '2px solid var(--desk-focus)',
    pointerEvents: 'none',
    zIndex: '250',
  },
  '.cm-scroller': { fontFamily: 'var(--font-mono)', lineHeight: '1.5' },
  '.cm-gutters': { backgroundColor: 'var(--ui-bg-muted)', color: 'var(--ui-text-dimmed)', border: 'none' },
  // Folding is by keys only, to save room in a narrow pane.
  '.cm-foldGutter': { display: 'none !important' },
  '.cm-activeLine, .cm-activeLineGutter': { backgroundColor: 'var(--desk-hover)' },
  '.cm-cursor': { borderLeftColor: 'var(--ui-text-highlighted)' },
  '.cm-placeholder': { color: 'var(--ui-text-dimmed)' },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground': {
    backgroundColor: 'var(--ui-bg-accented)',
  },
  '.cm-selectionMatch, .cm-matchingBracket, &.cm-focused .cm-matchingBracket': {
    backgroundColor: 'var(--desk-selected)',
  },
  '.cm-nonmatchingBracket, &.cm-focused .cm-nonmatchingBracket': {
    backgroundColor: 'transparent',
    textDecoration: 'underline',
  },
  '.cm-foldPlaceholder': {
    backgroundColor: 'var(--ui-bg-elevated)',
    borderColor: 'var(--ui-border)',
    color: 'var(--ui-text-muted)',
  },
  '.cm-searchMatch': { backgroundColor: 'var(--desk-selected)', outline: '1px solid var(--ui-border-accented)' },
  '.cm-searchMatch-selected': { outline: '2px solid var(--desk-focus)' },

  // Known and unknown variables differ without colour: by background and dashed outline.
  '.cm-variable-known': { backgroundColor: 'var(--desk-selected)', color: 'var(--ui-primary)', borderRadius: '2px' },
  '.cm-variable-known *': { color: 'inherit' },
  '.cm-variable-unknown': { outline: '1px dashed var(--ui-warning)', color: 'var(--ui-warning)', fontStyle: 'italic' },
  '.cm-variable-unknown *': { color: 'inherit' },

  '.cm-lintRange': { backgroundImage: 'none', textUnderlineOffset: '3px' },
  '.cm-lintRange-error': { backgroundImage: 'none', textDecoration: 'underline wavy var(--ui-error)' },
  '.cm-lintRange-warning': { backgroundImage: 'none', textDecoration: 'underline dotted var(--ui-warning)' },
  '.cm-lintRange-active': { backgroundColor: 'var(--desk-hover)' },
  '.cm-lintPoint-error:after': { borderBottomColor: 'var(--ui-error)' },
  '.cm-lintPoint-warning:after': { borderBottomColor: 'var(--ui-warning)' },

  '.cm-tooltip': {
    backgroundColor: 'var(--ui-bg-elevated)',
    color: 'var(--ui-text)',
    border: '1px solid var(--ui-border-accented)',
    borderRadius: '3px',
    zIndex: '30',
  },
  '.cm-tooltip.cm-tooltip-autocomplete > ul': { fontFamily: 'var(--font-mono)', maxWidth: 'min(32rem, 90vw)' },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li': { padding: '0.25rem 0.5rem' },
  '.cm-tooltip-autocomplete ul li[aria-selected]': {
    backgroundColor: 'var(--desk-selected)',
    color: 'var(--ui-text-highlighted)',
  },
  '.cm-completionDetail': { color: 'var(--ui-text-muted)', fontStyle: 'normal', marginLeft: '1rem' },
  '.cm-diagnostic': { padding: '0.375rem 0.5rem', fontSize: 'var(--font-size-small)', maxWidth: '28rem' },
  '.cm-diagnostic-error': { borderLeft: '3px solid var(--ui-error)' },
  '.cm-diagnostic-warning': { borderLeft: '3px dashed var(--ui-warning)' },
  '.cm-diagnosticAction': {
    backgroundColor: 'transparent',
    color: 'var(--ui-text-highlighted)',
    border: '1px solid var(--ui-border-accented)',
    borderRadius: '3px',
    padding: '0.125rem 0.375rem',
    fontSize: 'var(--font-size-small)',
  },

  '.cm-panels': { backgroundColor: 'var(--ui-bg-muted)', color: 'var(--ui-text)', zIndex: '20' },
  '.cm-panels.cm-panels-top': { borderBottom: '1px solid var(--ui-border)' },
  '.cm-panels.cm-panels-bottom': { borderTop: '1px solid var(--ui-border)' },
  '.cm-panel.cm-search': { padding: '0.375rem 1.75rem 0.375rem 0.5rem' },
  '.cm-panel.cm-search label': {
    fontSize: 'var(--font-size-small)',
    display: 'inline-flex',
    alignItems: 'center',
    gap: '0.25rem',
  },
  '.cm-panel.cm-search [name=close]': {
    color: 'var(--ui-text)',
    fontSize: '1.25rem',
    minWidth: '1.75rem',
    minHeight: '1.75rem',
  },
  '.cm-textfield': {
    backgroundColor: 'var(--ui-bg)',
    color: 'var(--ui-text)',
    border: '1px solid var(--ui-border-accented)',
    borderRadius: '3px',
    fontSize: 'var(--font-size-small)',
    minHeight: '1.75rem',
  },
  '.cm-button': {
    backgroundImage: 'none',
    backgroundColor: 'transparent',
    color: 'var(--ui-text)',
    border: '1px solid var(--ui-border-accented)',
    borderRadius: '3px',
    fontSize: 'var(--font-size-small)',
    minHeight: '1.75rem',
  },
  '.cm-button:active': { backgroundImage: 'none', backgroundColor: 'var(--desk-hover)' },
  '.cm-specialChar': { color: 'var(--ui-warning)' },
})

export const codeTheme = [theme, syntaxHighlighting(colours)]
