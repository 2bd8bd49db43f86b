/** In the order in which a person looks for them: their own screen first, what is sent where next, care of the app last. */
export const settingsSections = [
  { id: 'appearance', icon: 'i-lucide-sun-moon' },
  { id: 'keys', icon: 'i-lucide-keyboard' },
  { id: 'environments', icon: 'i-lucide-server' },
  { id: 'credentials', icon: 'i-lucide-key-round' },
  { id: 'encoder', icon: 'i-lucide-radio-tower' },
  { id: 'connection', icon: 'i-lucide-wifi' },
  { id: 'authentication', icon: 'i-lucide-shield-check' },
  { id: 'access', icon: 'i-lucide-plug' },
  { id: 'rehearsal', icon: 'i-lucide-flask-conical' },
  { id: 'backups', icon: 'i-lucide-archive' },
  { id: 'move', icon: 'i-lucide-arrow-right-left' },
  { id: 'diagnostics', icon: 'i-lucide-stethoscope' },
  { id: 'developer', icon: 'i-lucide-code-xml' },
  { id: 'about', icon: 'i-lucide-info' },
] as const

export type SettingsSection = (typeof settingsSections)[number]['id']
