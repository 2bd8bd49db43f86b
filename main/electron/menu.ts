import { Menu, shell, type MenuItemConstructorOptions } from 'electron'

export interface MenuOptions {
  development: boolean
  docs: string
}

/** Reload and developer tools only in development: a reload in a show is a mistake. */
export function menuTemplate({ development, docs }: MenuOptions): MenuItemConstructorOptions[] {
  const mac = process.platform === 'darwin'
  const tools: MenuItemConstructorOptions[] = [
    { role: 'reload' },
    { role: 'forceReload' },
    { role: 'toggleDevTools' },
    { type: 'separator' },
  ]
  return [
    ...(mac ? [{ role: 'appMenu' } as const] : [{ label: '&File', submenu: [{ role: 'quit' } as const] }]),
    {
      label: '&Edit',
      submenu: [
        { role: 'undo' },
        { role: 'redo' },
        { type: 'separator' },
        { role: 'cut' },
        { role: 'copy' },
        { role: 'paste' },
        { role: 'pasteAndMatchStyle' },
        { role: 'selectAll' },
      ],
    },
    {
      label: '&View',
      submenu: [
        ...(development ? tools : []),
        { role: 'resetZoom' },
        { role: 'zoomIn' },
        { role: 'zoomOut' },
        { type: 'separator' },
        { role: 'togglefullscreen' },
      ],
    },
    { role: 'windowMenu' },
    {
      role: 'help',
      submenu: [
        { label: 'Documentation', click: () => void shell.openPath(docs) },
        ...(mac ? [] : [{ role: 'about' } as const]),
      ],
    },
  ]
}

export function setMenu(options: MenuOptions): void {
  Menu.setApplicationMenu(Menu.buildFromTemplate(menuTemplate(options)))
}
