/** Path of the page that connects a language model, for links of other pages ("Connect a language model"). */
export const MODEL_SETUP_PATH = '/setup/model'
