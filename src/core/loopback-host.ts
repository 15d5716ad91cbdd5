/** Whether a server that listens on this host is reachable only from its own machine. */
export const isLoopbackHost = (host: string): boolean =>
  host === 'localhost' || host === '::1' || host.startsWith('127.')
