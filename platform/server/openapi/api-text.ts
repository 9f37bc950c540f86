import type { ApiDescription } from './openapi.ts'
import { apiDocsPage } from './api-docs.ts'
import type { DocumentedRoute } from './headers-and-problem-responses.ts'
import { openApiDocument } from './openapi.ts'

/** One of the two descriptions of the API. `url` is the public address of the program, if known. */
export type ApiText = { kind: 'OpenAPI document' | 'docs page'; url: string | undefined }

/** Builds the OpenAPI document, or the page that shows it, as text. Takes half a second. */
export async function buildApiText(
  { kind, url }: ApiText,
  routes: readonly DocumentedRoute[],
  description: ApiDescription,
): Promise<string> {
  const document = await openApiDocument(routes, { description, url })
  return kind === 'docs page' ? apiDocsPage(document) : JSON.stringify(document)
}
