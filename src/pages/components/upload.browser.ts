/** Sends forms with files. XMLHttpRequest is used, because `fetch` doesn't report upload progress. */

export interface UploadResponse {
  readonly page: Document
  /** URL of the page after redirects. */
  readonly url: URL
}

/** @param onSent called with the part that is sent, from 0 to 1 @throws Error without a network connection */
export function sendForm(address: string, body: FormData, onSent: (ratio: number) => void): Promise<UploadResponse> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open('POST', address)
    request.upload.addEventListener('progress', ({ loaded, total }) => onSent(total === 0 ? 1 : loaded / total))
    request.addEventListener('load', () =>
      resolve({
        page: new DOMParser().parseFromString(request.responseText, 'text/html'),
        url: new URL(request.responseURL || address, location.href),
      }),
    )
    request.addEventListener('error', () => reject(new Error('No network connection')))
    request.send(body)
  })
}

/** First problem that a page names. Undefined if it names none. */
export const findProblem = (page: Document): string | undefined =>
  [...page.querySelectorAll('main .problem li, main .empty p')]
    .map(({ textContent }) => textContent ?? '')
    .find((text) => text !== '')
