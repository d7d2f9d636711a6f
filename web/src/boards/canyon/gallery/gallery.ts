import '../../../styles/tokens.css';
import '../../../styles/fonts.css';
import '../../../styles/base.css';
import '../../art/palette.css';
import '../palette.css';
import { mount } from 'svelte';
import Gallery from './Gallery.svelte';

const target = document.getElementById('gallery');
if (target) mount(Gallery, { target });
