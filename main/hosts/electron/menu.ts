import { Menu, type MenuItemConstructorOptions } from 'electron'
import type { HelpPage } from './help.ts'
import type { Words } from './words.ts'

export interface MenuOptions {
  development: boolean
  words: Words
  openHelp: (page: HelpPage) => void
}

/** Reload and developer tools only in development: a reload in a show is a mistake. */
export function menuTemplate({ development, words, openHelp }: MenuOptions): MenuItemConstructorOptions[] {
  const mac = process.platform === 'darwin'
  const separator = { type: 'separator' } as const
  const tools: MenuItemConstructorOptions[] = [
    { role: 'reload' },
    { role: 'forceReload' },
    { role: 'toggleDevTools' },
    separator,
  ]
  const page = (label: string, name: HelpPage): MenuItemConstructorOptions => ({ label, click: () => openHelp(name) })
  return [
    ...(mac
      ? [{ role: 'appMenu' } as const]
      : [{ label: words.file, submenu: [{ role: 'quit', label: words.quit } as const] }]),
    {
      label: words.edit,
      submenu: [
        { role: 'undo', label: words.undo },
        { role: 'redo', label: words.redo },
        separator,
        { role: 'cut', label: words.cut },
        { role: 'copy', label: words.copy },
        { role: 'paste', label: words.paste },
        { role: 'pasteAndMatchStyle', label: words.pastePlain },
        { role: 'selectAll', label: words.selectAll },
      ],
    },
    {
      label: words.view,
      submenu: [
        ...(development ? tools : []),
        { role: 'resetZoom', label: words.actualSize },
        { role: 'zoomIn', label: words.zoomIn },
        { role: 'zoomOut', label: words.zoomOut },
        separator,
        { role: 'togglefullscreen', label: words.fullScreen },
      ],
    },
    {
      label: words.window,
      ...(mac && { role: 'window' as const }),
      submenu: [
        { role: 'minimize', label: words.minimize },
        { role: 'close', label: words.close },
      ],
    },
    {
      label: words.help,
      ...(mac && { role: 'help' as const }),
      submenu: [
        page(words.documentation, 'index'),
        page(words.firstShow, 'first-show'),
        page(words.troubleshooting, 'troubleshooting'),
        page(words.keys, 'show'),
        page(words.controlApi, 'control-api'),
        ...(mac ? [] : [separator, { role: 'about', label: words.about } as const]),
      ],
    },
  ]
}

export function setMenu(options: MenuOptions): void {
  Menu.setApplicationMenu(Menu.buildFromTemplate(menuTemplate(options)))
}
