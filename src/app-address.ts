/** Public address of the app: from the settings, or the address that its server has. */
import type { Config } from './core/config.ts'
import { removeServedAddress, writeServedAddress } from './outbound/files/served-address.ts'

export interface AppAddress {
  publicUrl(): string
  /** Sets the public URL to the address of the server, if PUBLIC_URL isn't set. */
  servedAt(url: string): void
  /** Stores the address in the data folder until the app closes, so that commands in other processes print it. */
  recordAddress(): void
  /** Removes the address from the data folder, if this app stored it. */
  forgetAddress(): void
}

/** @param initial address until `servedAt` */
export function createAppAddress(config: Pick<Config, 'publicUrl' | 'dataDir'>, initial: string): AppAddress {
  let address = initial
  let recorded: string | undefined
  return {
    publicUrl: () => address,
    servedAt(url) {
      address = config.publicUrl ?? url
    },
    recordAddress() {
      recorded = address
      writeServedAddress(config.dataDir, address)
    },
    forgetAddress() {
      if (recorded !== undefined) removeServedAddress(config.dataDir, recorded)
    },
  }
}
