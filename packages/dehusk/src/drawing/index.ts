export { drawMap, type MapOutline } from "./draw-map.ts";
export { drawMapFile } from "./draw-map-file.ts";
export { boxCell, drawTable, levelCell, type MapColumn, pathCell, wordyColumns } from "./draw-table.ts";
export { escaped } from "./escape-text.ts";
export { levelColours, levelOf, wordFor } from "./level-colours.ts";
export { type MappedPage, mappedPage } from "./mapped-page.ts";
export { beginning, countShown, showText } from "./show-text.ts";
