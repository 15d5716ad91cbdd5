/** Published limits of the vendor's interface. */
export interface VendorQuota {
  readonly perSecond: number
  /** Undefined if the vendor publishes no daily limit. */
  readonly perDay?: number
}
