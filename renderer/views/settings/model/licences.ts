/** Every licence of the desk as one text, which the build puts here (.config/packaging/licences.ts). */
export const licences: string = '__LICENCES__'

/** Whether this is a built desk. From its sources it is made of all that is installed. */
export const hasLicences = (): boolean => !licences.startsWith('__')
