/** Sizes of files, for people. */
import { formatNumber } from '../../core/languages/formats.ts'
import { type Message, t } from '../../core/languages/message.ts'

const ONE_DIGIT = { minimumFractionDigits: 1, maximumFractionDigits: 1, useGrouping: false } as const

export const formatSize = (bytes: number): Message =>
  bytes < 1024
    ? t`${bytes} bytes`
    : bytes < 1024 * 1024
      ? t`${Math.round(bytes / 1024)} KB`
      : t`${formatNumber(bytes / 1024 / 1024, ONE_DIGIT)} MB`
