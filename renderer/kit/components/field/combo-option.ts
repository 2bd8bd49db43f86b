export interface ComboOption {
  id: string
  name: string
  note?: string
  status?: string
}
