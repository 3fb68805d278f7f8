import type { Screen } from '@tessera/contract'
import { usePhrases } from '../../lib/i18n.ts'
import { FederationPicture, type PictureParty } from '../../ui/federation/FederationPicture.tsx'
import { busiestFlow, flowOf } from '../../ui/federation/flow.ts'
import { screenPhrases } from './phrases.ts'

interface Props {
  screen: Screen
  /** Maximum number of parties to draw. By default, the picture contains all reported parties. */
  most?: number
  isFilling?: boolean
}

/** Draws the parties and their runs. A party in several runs shows its most informative state. */
export function ScreenPicture({ screen, most, isFilling }: Props) {
  const t = usePhrases(screenPhrases)
  const { partyCount, runs, runCount } = screen
  const parties = screen.parties.slice(0, most)
  return (
    <FederationPicture
      parties={parties.map((party) => partyIn(party, runs))}
      contentType="mixed"
      more={partyCount - parties.length}
      caption={runCount > 0 ? t('picture.runs', { runs: runCount }) : t('picture.quiet')}
      isFilling={isFilling ?? false}
    />
  )
}

function partyIn(party: Screen['parties'][number], runs: Screen['runs']): PictureParty {
  const its = runs.filter(({ partyIds }) => partyIds.includes(party.id))
  return { ...party, rowCount: party.rowCount || null, flow: busiestFlow(its.map((run) => flowOf(run, party.id))) }
}
