// In the bundle this stands for libraries that come with MJML and are never used: a minifier, and what fetches from the network.
const refuse = (): Promise<never> => Promise.reject(new Error('This part of MJML is left out.'))

export default refuse
export const process = refuse
