/** The only list of pages, in the order of the navigation. What a page is: `inbound/web/define-page.ts`. */
import type { AnyPage } from '../inbound/web/define-page.ts'
import { labelPage, labelsPage } from './labels/labels.page.ts'

export const pages: readonly AnyPage[] = [labelsPage, labelPage]
