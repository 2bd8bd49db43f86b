export const operations = {
  create: 'POST /api/marketing/template/create',
  update: 'POST /api/marketing/template/update',
  delete: 'POST /api/marketing/template/delete',
  all: 'POST /api/marketing/template/all',
  get: 'POST /api/marketing/template/get',
} as const
