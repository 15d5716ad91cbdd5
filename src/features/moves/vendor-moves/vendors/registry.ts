/** All vendors whose interfaces a move reads. */
import type { Vendor } from '../vendor.ts'
import { avoma } from './avoma.ts'
import { fathom } from './fathom.ts'
import { fireflies } from './fireflies.ts'
import { gong } from './gong.ts'
import { grain } from './grain.ts'
import { opentranscribe } from './opentranscribe.ts'
import { speakr } from './speakr.ts'

export const VENDORS: readonly Vendor[] = [gong, fireflies, fathom, grain, avoma, speakr, opentranscribe]
