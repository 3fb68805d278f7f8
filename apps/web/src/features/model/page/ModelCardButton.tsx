import { FilePdfOutlined } from '@ant-design/icons'
import { LANGUAGES, type Language, type Model } from '@tessera/contract'
import { Button } from 'antd'
import { useLanguage, usePhrases } from '../../../lib/i18n.ts'
import { paths } from '../../../lib/paths.ts'
import { useDownload } from '../../../lib/use-download.ts'
import { ActionMenu, ErrorNote } from '../../../ui/index.ts'
import { modelCardPath } from '../api.ts'
import styles from '../model.module.css'
import { phrases } from '../phrases.ts'

/** A button that downloads the one-page model card for decision makers. Its menu lists the user's language first. */
export function ModelCardButton({ model }: { model: Model }) {
  const t = usePhrases(phrases)
  const [language] = useLanguage()
  const get = { cn: useCard(model, 'cn'), en: useCard(model, 'en') }
  const languages = LANGUAGES.toSorted((one) => (one === language ? -1 : 1))
  return (
    <>
      <ActionMenu
        items={languages.map((key) => ({ key, label: t(`pdf.${key}`) }))}
        onChoose={(key) => get[key as Language].mutate()}
      >
        <Button
          icon={<FilePdfOutlined aria-hidden="true" />}
          title={t('pdf.hint')}
          loading={get.cn.isPending || get.en.isPending}
        >
          {t('pdf.action')}
        </Button>
      </ActionMenu>
      <div className={styles.actionError}>
        <ErrorNote error={get.cn.error ?? get.en.error} />
      </div>
    </>
  )
}

const useCard = ({ id, name }: Model, language: Language) =>
  useDownload({
    path: modelCardPath(id, language),
    name: `${name} (${language})`,
    extension: 'pdf',
    page: paths.model(id),
  })
