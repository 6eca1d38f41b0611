/*
 * Words that must not occur in this repository, each with the term to use. One idea has one word, and it is the term of
 * DynamoDB, AWS, HTTP or TypeScript.
 */

/** Names in code. */
export const IDENTIFIERS: Record<string, string> = {
  ...{ meet: 'recordContention', heat: 'markContended', learnHeat: 'syncContention' },
  ...{ inTurn: 'keyedMutex', turnAt: 'acquireLease' },
  ...{ waitingFor: 'pendingAttributes', thoseWaiting: 'pendingMembers', unnumbered: 'pending' },
  ...{ numberMembers: 'assignOrdinals', numberFromStream: 'assignOrdinalsFromStream' },
  ...{ Unmarked: 'JournalEntry', notes: 'journal', mark: 'applyOrdinal' },
  Run: 'Segment',
  ...{ place: 'ordinal, position, seat, location, cursor or offset', places: 'ordinals, seats or locations' },
  ...{ compete: 'retryOnConflict', persistently: 'withRetries' },
  ...{ stood: 'conflictingItems', Refusals: 'ConflictingItems' },
  ...{ putOnce: 'putIfAbsent', writeOnce: 'putIfAbsent', updateUnlessDone: 'updateIgnoringConflict' },
  ...{ letGo: 'releaseClaim', promised: 'orphanedClaims' },
  ...{ becomesSelectable: 'onFirstMember', joinsWithFirst: 'onFirstMember' },
  oftenAsked: 'ttlCache',
  ...{ spent: 'consumedCapacity', spentHere: 'consumedCapacity', Units: 'ConsumedCapacity' },
  fitting: 'assertItemSize',
  partIdentifiers: 'splitIdentifiers',
  ...{ EventsWorld: 'EventDependencies', world: 'deps' },
  ...{ followsFrom: 'originPolicy', Consequences: 'OriginPolicy' },
  ...{ datedInTime: 'restampIfLate', datedNow: 'restamp', datedAnew: 'restamp' },
  ...{ settled: 'readBelowWatermark', WalkPlace: 'Cursor', walk: 'traverse' },
  ...{ Act: 'AttendanceRef', acts: 'attendances' },
  Tell: 'onProgress',
  ...{ begun: 'startTiming', Begun: 'RequestTiming' },
  ...{ onceOnly: 'withIdempotency', KeptAnswer: 'StoredResponse', Repeated: 'StoredResponse' },
  ...{ expectable: 'supportsIfMatch', Expectation: 'Precondition' },
  alone: 'withCuries',
  ...{ shown: 'publicCatalog', publicStore: 'publicCatalog' },
  ...{ Complaint: 'UserError', Misuse: 'UsageError' },
  ...{ inWords: 'describe…', show: 'formatTable', present: 'omitUndefined' },
}

/** Names that are terms of Node.js, but must not be declared here. */
export const DECLARATIONS: Record<string, string> = { once: 'withIdempotency' }

/** Phrases in any file and in any case. A space stands for any white space, and for the start of a line. */
export const PHRASES: Record<string, string> = {
  whoever: 'the subject: the caller, the client, the process',
  whomever: 'the subject: the caller, the client, the process',
  nobody: 'the subject with "no": no caller, no person',
  somebody: 'the subject: a caller, a person, another owner',
  'those who': 'the people who, the members that',
  thereof: 'of it, or the noun',
  likewise: 'also',
  'had it been': 'if it was',
  'as of': 'since, from … on',
  '(?<!no )such(?! as)': '"like this", or the noun',
  'hot lists?': 'contended list',
  'hot events?': 'event with a contended list',
  'calm way': 'synchronous path',
  'in words': 'described, as text',
  '(?:un)?numbering': 'assigning ordinals',
  '(?:who )?(?:wait|waits|waiting|waited) for (?:a|its|their) place': 'pending',
}

/** Words that must not open a comment: a noun clause begins with them where a sentence should stand. */
export const OPENINGS = ['What', 'Whose', 'Who', 'Where', 'How', 'Of', 'So']

/**
 * Words that must not open the title of a test at the top of a file: no subject begins with them. A test within a
 * `describe` continues its sentence.
 */
export const TITLES_WITHOUT_SUBJECT: Record<string, readonly string[]> = {
  describe: [
    'what',
    'whose',
    'who',
    'where',
    'how',
    'of',
    'so',
    'when',
    'if',
    'with',
    'without',
    'in',
    'behind',
  ],
  it: ['is', 'are', 'was', 'were', 'has', 'have', 'does', 'can', 'cannot', 'may', 'must', 'of', 'should'],
}
