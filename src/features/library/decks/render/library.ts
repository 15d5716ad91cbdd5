/** Wraps `pptxgenjs`, whose types declare one `default` level more than the module has. */
import library from 'pptxgenjs'

export const newPresentation = (): Presentation => {
  const PptxGenJS = library as unknown as typeof library.default
  return new PptxGenJS()
}

export type Presentation = library.default
export type PptxSlide = library.default.Slide
export type TextRun = library.default.TextProps
export type TextOptions = library.default.TextPropsOptions
export type ChartOptions = library.default.IChartOpts
export type MasterObject = NonNullable<library.default.SlideMasterProps['objects']>[number]
