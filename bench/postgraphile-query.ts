/** The query that asks PostGraphile for what a page of the service's list says: the same attributes, order and total. */

export function queryFor(
  organizationId: string,
  page: { size: number; number: number; detailed: boolean; onlyWithTranscript: boolean },
): string {
  const query = `
    query Page($organization: UUID!, $size: Int!, $offset: Int!) {
      allConversations(
        condition: { organizationId: $organization, archived: false${page.onlyWithTranscript ? ', hasTranscript: true' : ''} }
        orderBy: [STARTED_AT_DESC, ROW_ID_DESC]
        first: $size
        offset: $offset
      ) {
        totalCount
        nodes {
          rowId title createdAt liveStartedAt liveEndedAt mediaDuration ownerId teamId archived private isInternal
          isEmpty processingStatus transcriptStatus transcriptVersion importStatus crmExportStatus language application
          externalId mediaUrl opportunityId
          userByOrganizationIdAndOwnerId { rowId email firstName lastName }
          opportunityByOrganizationIdAndOpportunityId { rowId title }
          conversationDetailByOrganizationIdAndConversationId {
            participants labels scorecardResults summary statistics
          }
          conversationCrmLinksByOrganizationIdAndConversationId(orderBy: [POSITION_ASC]) { nodes { recordId code } }
          transcriptsByOrganizationIdAndConversationId(orderBy: [VERSION_DESC], first: 1) {
            nodes { ${page.detailed ? 'segments' : 'plain'} }
          }
        }
      }
    }`
  const variables = { organization: organizationId, size: page.size, offset: (page.number - 1) * page.size }
  return JSON.stringify({ query: query.replace(/\s+/g, ' ').trim(), variables })
}
