/** The library, which is a module by what it holds and a script by what it is declared: its types say one thing too many. */
import library from 'pptxgenjs'

export const newPresentation = (): Presentation => {
  const PptxGenJS = library as unknown as typeof library.default
  return new PptxGenJS()
}

export type Presentation = library.default
export type Page = library.default.Slide
export type Run = library.default.TextProps
export type TextOptions = library.default.TextPropsOptions
export type ChartOptions = library.default.IChartOpts
export type MasterObject = NonNullable<library.default.SlideMasterProps['objects']>[number]
