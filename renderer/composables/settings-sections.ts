export const settingsSections = [
  { id: 'environments', icon: 'i-lucide-server' },
  { id: 'connection', icon: 'i-lucide-wifi' },
  { id: 'credentials', icon: 'i-lucide-key-round' },
  { id: 'authentication', icon: 'i-lucide-shield-check' },
  { id: 'rehearsal', icon: 'i-lucide-flask-conical' },
  { id: 'backups', icon: 'i-lucide-archive' },
  { id: 'move', icon: 'i-lucide-arrow-right-left' },
  { id: 'appearance', icon: 'i-lucide-sun-moon' },
  { id: 'keys', icon: 'i-lucide-keyboard' },
  { id: 'diagnostics', icon: 'i-lucide-stethoscope' },
  { id: 'about', icon: 'i-lucide-info' },
] as const

export type SettingsSection = (typeof settingsSections)[number]['id']
