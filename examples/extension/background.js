// The toolbar button, or Alt+Shift+D: shows the overlay on the page in front, or closes it.
chrome.action.onClicked.addListener(async ({ id: tabId }) => {
  try {
    await chrome.scripting.executeScript({ target: { tabId }, files: ["overlay.js"] });
    await chrome.action.setBadgeText({ tabId, text: "" });
  } catch (error) {
    // Pages of the browser itself and of its store let no extension in.
    await chrome.action.setBadgeText({ tabId, text: "!" });
    await chrome.action.setTitle({ tabId, title: `Dehusk cannot read this page: ${error.message}` });
  }
});
