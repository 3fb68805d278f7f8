export { SearchButton, SearchDialog } from './SearchDialog.tsx'
