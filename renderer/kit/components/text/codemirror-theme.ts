import { HighlightStyle } from '@codemirror/language'
import { tags } from '@lezer/highlight'
import { EditorView } from '@codemirror/view'

export const deskHighlighting = HighlightStyle.define([
  { tag: [tags.propertyName, tags.tagName], color: 'var(--ui-info)' },
  { tag: [tags.string, tags.attributeValue], color: 'var(--ui-success)' },
  { tag: [tags.number, tags.bool, tags.null, tags.attributeName], color: 'var(--ui-warning)' },
  { tag: tags.comment, color: 'var(--ui-text-dimmed)' },
])

export const deskEditorTheme = EditorView.theme({
  '&': {
    fontSize: 'var(--font-size-small)',
    color: 'var(--ui-text)',
    backgroundColor: 'var(--ui-bg)',
    maxHeight: '28rem',
  },
  '.cm-scroller': { fontFamily: 'var(--font-mono)', overflow: 'auto' },
  '.cm-gutters': { backgroundColor: 'var(--ui-bg-muted)', color: 'var(--ui-text-dimmed)', border: 'none' },
  // The library's own signs are missing in some fonts.
  '.cm-foldGutter span[title]': { fontSize: '0' },
  '.cm-foldGutter span[title]::before': {
    content: '""',
    display: 'inline-block',
    margin: '6px 3px 0',
    border: '4px solid transparent',
    borderTopColor: 'currentColor',
  },
  '.cm-foldGutter span[title="Unfold line"]::before': {
    borderTopColor: 'transparent',
    borderLeftColor: 'currentColor',
  },
  '.cm-activeLine, .cm-activeLineGutter': { backgroundColor: 'var(--desk-hover)' },
  '.cm-cursor': { borderLeftColor: 'var(--ui-text-highlighted)' },
  '&.cm-focused .cm-selectionBackground, .cm-selectionBackground': {
    backgroundColor: 'var(--desk-selected) !important',
  },
  '.cm-lintRange-error': {
    backgroundImage: 'none',
    textDecoration: 'underline wavy var(--ui-error)',
    textUnderlineOffset: '3px',
  },
  '.cm-lintPoint-error:after': { borderBottomColor: 'var(--ui-error)' },
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
})

/** Removed text is struck through and added text underlined, so that colour is not the only difference. */
export const deskDiffTheme = EditorView.theme({
  '&.cm-merge-b .cm-changedLine, .cm-insertedLine, .cm-inlineChangedLine': {
    backgroundColor: 'color-mix(in oklab, var(--ui-success) 12%, transparent) !important',
  },
  '.cm-deletedChunk, .cm-deletedLine': {
    backgroundColor: 'color-mix(in oklab, var(--ui-error) 12%, transparent) !important',
    paddingLeft: '6px',
  },
  '&.cm-merge-b .cm-changedText, .cm-insertedLine .cm-changedText, .cm-changedText': {
    background: 'color-mix(in oklab, var(--ui-success) 28%, transparent) !important',
    textDecoration: 'underline',
    textDecorationColor: 'var(--ui-success)',
  },
  '.cm-deletedChunk .cm-deletedText, &.cm-merge-b .cm-deletedText, .cm-deletedText': {
    background: 'color-mix(in oklab, var(--ui-error) 28%, transparent) !important',
    textDecoration: 'line-through',
  },
  '.cm-changeGutter': { width: '3px' },
  '&.cm-merge-b .cm-changedLineGutter': { backgroundColor: 'var(--ui-success)' },
  '.cm-deletedLineGutter': { backgroundColor: 'var(--ui-error) !important' },
  '.cm-collapsedLines': {
    background: 'var(--ui-bg-elevated) !important',
    color: 'var(--ui-text-muted) !important',
    padding: '2px 8px',
    cursor: 'pointer',
  },
  '.cm-deletedChunk .cm-chunkButtons': {
    position: 'static !important',
    display: 'flex',
    justifyContent: 'flex-end',
    gap: '4px',
    padding: '2px 4px',
  },
  '.cm-chunkButtons button': {
    background: 'var(--ui-bg) !important',
    color: 'var(--ui-text) !important',
    border: '1px solid var(--ui-border-accented)',
    borderRadius: 'var(--ui-radius) !important',
    padding: '2px 8px !important',
    fontFamily: 'var(--font-sans)',
    lineHeight: '1.25rem',
  },
})
